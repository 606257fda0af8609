const RULE =
  'https://texreg.sos.state.tx.us/public/readtac$ext.TacPage?sl=R&app=9&p_dir=&p_rloc=&p_tloc=&p_ploc=&pg=1&p_tac=&ti=34&pt=1&ch=3&rl=312';

/** Where artists read whether their murals are taxed. */
export function TaxNote() {
  return (
    <p className="text-ink-2 text-sm">
      Murals can be taxable in Texas: see the Comptroller’s{' '}
      <a href={RULE} className="underline">
        Rule 3.312
      </a>
      . Muro gives no tax advice.
    </p>
  );
}
