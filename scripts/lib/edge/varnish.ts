import {
  BROTLI,
  CDN_SECONDS,
  LIFETIMES,
  LOCATED,
  LOCATED_HEADERS,
  PACKED,
  PREFIXES,
  REDIRECTS,
  STATUS,
  securityHeaders,
} from '#site/served.ts';

const set = (name: string, value: string) => `set resp.http.${name} = {"${value}"};`;
const headers = (of: Record<string, string>, indent: string) =>
  Object.entries(of)
    .map(([name, value]) => indent + set(name, value))
    .join('\n');

const PACKED_URL = String.raw`(^|/)[^./]*$|\.(${PACKED.join('|')})$`;
const IMMUTABLE = LIFETIMES.filter(({ immutable }) => immutable).map(({ paths }) => paths.source);

/** docs/deploy/varnish-bucket.vcl: what a visitor gets of a site at `origin` whose files are in a bucket. */
export function varnishBucket(origin: string): string {
  return `# Pages, lists and photos from a bucket, the API from npm start. Included by docs/deploy/varnish.vcl.
# Made from src/site/served.ts: only the bucket's address is yours to change.

backend bucket {
    .host = "127.0.0.1";
    .port = "9000";
}

sub vcl_recv {
    set req.backend_hint = bucket;
${REDIRECTS.map(
  ({ source }) => `    if (req.url ~ "${source}") {
        return (synth(${STATUS.moved}, regsub(req.url, "${source}", "\\1") + req.http.X-Query));
    }`,
).join('\n')}
}

sub vcl_synth {
    if (resp.status == ${STATUS.moved}) {
        set resp.http.Location = resp.reason;
        set resp.reason = "Moved";
        set resp.http.Cache-Control = "no-store";
        call what_visitors_get;
        return (deliver);
    }
}

sub vcl_backend_fetch {
    if (bereq.backend == bucket) {
        set bereq.http.Host = "muro-site.s3.example";
        unset bereq.http.Accept-Encoding;
        # Their entity tags are not the bucket's.
        unset bereq.http.If-None-Match;
        unset bereq.http.If-Modified-Since;
        # A page is the file with .html behind its address.
        set bereq.url = bereq.http.X-Url;
        if (bereq.http.X-Missing) {
            set bereq.url = regsub(bereq.http.X-Url, "^(${PREFIXES.filter(Boolean).join('|')})?(/.*)?$", "\\1/404");
        }
        if (bereq.url == "/") {
            set bereq.url = "/index.html";
        } else if (bereq.url !~ "\\.[^/]*$") {
            set bereq.url = bereq.url + ".html";
        }
        if (bereq.http.X-Br && !bereq.http.X-Plain && bereq.url ~ "${PACKED_URL}") {
            set bereq.url = "/${BROTLI}" + regsub(bereq.url, "^/", "");
        }
        # Where the bucket is a part of the path, and not of the host (MinIO and others):
        # set bereq.url = "/muro-site" + bereq.url;
    }
}

sub vcl_backend_response {
    if (bereq.backend == bucket) {
        # A bucket that nobody may list says 403 of what it does not have.
        if (beresp.status == 404 || beresp.status == 403) {
            if (bereq.url ~ "/${BROTLI}") {
                set bereq.http.X-Plain = "1";
                return (retry);
            }
            if (!bereq.http.X-Missing) {
                set bereq.http.X-Missing = "1";
                unset bereq.http.X-Plain;
                return (retry);
            }
        }
        if (beresp.http.x-amz-meta-tag) {
            set beresp.http.ETag = {"""} + beresp.http.x-amz-meta-tag + {"""};
        }
        if (bereq.http.X-Url ~ "${PACKED_URL}" || bereq.http.X-Missing) {
            set beresp.http.Vary = "accept-encoding";
            set beresp.do_gzip = !beresp.http.Content-Encoding;
        }
        if (bereq.http.X-Missing) {
            set beresp.status = ${STATUS.missing};
            set beresp.uncacheable = true;
        } else if (beresp.status == 200) {
            if (bereq.http.X-Url !~ "${IMMUTABLE.join('|')}") {
                set beresp.ttl = ${CDN_SECONDS.fresh}s;
            }
            if (beresp.http.x-amz-meta-location) {
                set beresp.status = ${STATUS.moved};
                set beresp.http.Location = beresp.http.x-amz-meta-location;
            }
            return (deliver);
        }
    }
}

sub vcl_deliver {
    if (req.http.X-Page) {
        if (resp.http.Location) {
            set resp.http.Location = resp.http.Location + req.http.X-Query;
        }
        call what_visitors_get;
    }
}

sub what_visitors_get {
${headers(securityHeaders(origin), '    ')}
    if (req.http.X-Url ~ "^(${LOCATED.join('|')})(/|$)") {
${headers(LOCATED_HEADERS, '        ')}
    }
    unset resp.http.Last-Modified;
    unset resp.http.x-amz-meta-tag;
    unset resp.http.x-amz-meta-location;
    unset resp.http.x-amz-id-2;
    unset resp.http.x-amz-request-id;
    unset resp.http.x-amz-server-side-encryption;
    unset resp.http.x-amz-version-id;
}
`;
}
