# Pages, lists and photos from a bucket, the API from npm start. Included by docs/deploy/varnish.vcl.

backend bucket {
    .host = "127.0.0.1";
    .port = "9000";
}

sub vcl_recv {
    set req.backend_hint = bucket;
}

sub vcl_backend_fetch {
    if (bereq.backend == bucket) {
        set bereq.http.Host = "muro-site.s3.example";
        # A page is the file with .html behind its address.
        if (bereq.url == "/") {
            set bereq.url = "/index.html";
        } else if (bereq.url !~ "\.[^/]*$") {
            set bereq.url = bereq.url + ".html";
        }
        if (bereq.url == "/404.html") {
            set bereq.http.X-Missing = "1";
        }
        # Where the bucket is a part of the path, and not of the host (MinIO and others):
        # set bereq.url = "/muro-site" + bereq.url;
    }
}

sub vcl_backend_response {
    if (bereq.backend == bucket) {
        # A bucket that nobody may list says 403 of what it does not have.
        if ((beresp.status == 404 || beresp.status == 403) && !bereq.http.X-Missing) {
            set bereq.url = "/404.html";
            return (retry);
        }
        if (bereq.http.X-Missing) {
            set beresp.status = 404;
            set beresp.ttl = 0s;
        } else if (beresp.status == 200) {
            set beresp.ttl = 365d;
            set beresp.grace = 1d;
            return (deliver);
        }
    }
}
