# Pages, lists and photos from a bucket, the API from npm start. Included by docs/deploy/varnish.vcl.
# Says what src/site/served.ts says: only the bucket's address is yours to change.

backend bucket {
    .host = "127.0.0.1";
    .port = "9000";
}

sub vcl_recv {
    set req.backend_hint = bucket;
    if (req.url ~ "^(\/)index(\.html)?$") {
        return (synth(308, regsub(req.url, "^(\/)index(\.html)?$", "\1") + req.http.X-Query));
    }
    if (req.url ~ "^(\/es)\/index(\.html)?$") {
        return (synth(308, regsub(req.url, "^(\/es)\/index(\.html)?$", "\1") + req.http.X-Query));
    }
    if (req.url ~ "^((\/[^/.\\][^/\\]*)+)(\/|\.html)$") {
        return (synth(308, regsub(req.url, "^((\/[^/.\\][^/\\]*)+)(\/|\.html)$", "\1") + req.http.X-Query));
    }
}

sub vcl_synth {
    if (resp.status == 308) {
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
            set bereq.url = regsub(bereq.http.X-Url, "^(/es)?(/.*)?$", "\1/404");
        }
        if (bereq.url == "/") {
            set bereq.url = "/index.html";
        } else if (bereq.url !~ "\.[^/]*$") {
            set bereq.url = bereq.url + ".html";
        }
        if (bereq.http.X-Br && !bereq.http.X-Plain && bereq.url ~ "(^|/)[^./]*$|\.(html|css|js|mjs|json|webmanifest|xml|txt|svg|ico|wasm)$") {
            set bereq.url = "/_br/" + regsub(bereq.url, "^/", "");
        }
        # Where the bucket is a part of the path, and not of the host (MinIO and others):
        # set bereq.url = "/muro-site" + bereq.url;
    }
}

sub vcl_backend_response {
    if (bereq.backend == bucket) {
        # A bucket that nobody may list says 403 of what it does not have.
        if (beresp.status == 404 || beresp.status == 403) {
            if (bereq.url ~ "/_br/") {
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
        if (bereq.http.X-Url ~ "(^|/)[^./]*$|\.(html|css|js|mjs|json|webmanifest|xml|txt|svg|ico|wasm)$" || bereq.http.X-Missing) {
            set beresp.http.Vary = "accept-encoding";
            set beresp.do_gzip = !beresp.http.Content-Encoding;
        }
        if (bereq.http.X-Missing) {
            set beresp.status = 404;
            set beresp.uncacheable = true;
        } else if (beresp.status == 200) {
            if (bereq.http.X-Url !~ "^\/(_astro|(pagefind|pagefind-murals)\/[0-9a-f]{20})\/") {
                set beresp.ttl = 300s;
            }
            if (beresp.http.x-amz-meta-location) {
                set beresp.status = 308;
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
    set resp.http.content-security-policy = {"frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types offline-worker worker"};
    set resp.http.x-content-type-options = {"nosniff"};
    set resp.http.x-frame-options = {"DENY"};
    set resp.http.referrer-policy = {"strict-origin-when-cross-origin"};
    set resp.http.permissions-policy = {"camera=(), microphone=(), geolocation=(), payment=(), usb=()"};
    set resp.http.cross-origin-opener-policy = {"same-origin"};
    set resp.http.strict-transport-security = {"max-age=31536000; includeSubDomains"};
    if (req.http.X-Url ~ "^(/dashboard/artist|/es/dashboard/artist)(/|$)") {
        set resp.http.permissions-policy = {"camera=(), microphone=(), geolocation=(self), payment=(), usb=()"};
    }
    unset resp.http.Last-Modified;
    unset resp.http.x-amz-meta-tag;
    unset resp.http.x-amz-meta-location;
    unset resp.http.x-amz-id-2;
    unset resp.http.x-amz-request-id;
    unset resp.http.x-amz-server-side-encryption;
    unset resp.http.x-amz-version-id;
}
