const { startS3 } = await import(process.argv[2] + '/tests/support/s3.ts');
import { writeFileSync } from 'node:fs';
const s3 = await startS3();
writeFileSync('/tmp/s3.env', Object.entries(s3.env).map(([k,v])=>`export ${k}=${v}`).join('\n'));
console.log('ready', s3.env);
setInterval(()=>{ if (s3.asked.length) { writeFileSync('/tmp/s3.asked', s3.asked.join('\n')); } }, 500);
