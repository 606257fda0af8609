vcl 4.1;

# Varnish in front of npm start, with CDN=purge and CDN_URL=http://127.0.0.1:6081.

import std;

backend site {
    .host = "127.0.0.1";
    .port = "4321";
    .probe = {
        .request = "HEAD / HTTP/1.1" "Host: localhost" "Connection: close";
        .interval = 1s;
        .timeout = 2s;
        .window = 2;
        .threshold = 1;
        .initial = 1;
    }
}

# The same, asked whatever the probe says.
backend api {
    .host = "127.0.0.1";
    .port = "4321";
}

acl machine {
    "127.0.0.0"/8;
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # What came through a proxy on this machine comes from elsewhere.
        if (client.ip !~ machine || req.http.X-Forwarded-For ~ ",") {
            return (synth(405, "Not allowed"));
        }
        # In every encoding.
        if (req.url == "/*") {
            ban("obj.status != 0");
        } else {
            ban("obj.http.X-Url == " + req.url);
        }
        return (synth(200, "Purged"));
    }
    if (req.restarts == 0) {
        unset req.http.X-Page;
        unset req.http.X-Old;
        unset req.http.X-Url;
        unset req.http.X-Query;
        unset req.http.X-Br;
        unset req.http.X-Plain;
        unset req.http.X-Missing;
    }

    # The API, and what is asked of the server itself, is nobody else's.
    if ((req.method != "GET" && req.method != "HEAD")
        || req.url ~ "^/(rest|auth|storage)/v1(/|\?|$)"
        || req.url ~ "^/(healthz|metrics)(\?|$)"
        || req.url ~ "^/(hooks|unsubscribe)/") {
        set req.backend_hint = api;
        # Varnish takes a Content-Range that counts rows, and not bytes, for an error: it is left unread.
        if (req.url ~ "^/rest/v1/") {
            return (pipe);
        }
        return (pass);
    }

    # Pages are the same for everybody: scripts read what the address asks for. A page of a list has an address of its own.
    set req.http.X-Page = "1";
    unset req.http.Cookie;
    unset req.http.Authorization;
    if (req.restarts == 0) {
        set req.url = regsub(req.url, "^([^?.]*[^?./])\?page=([2-9]|[1-9][0-9]+)$", "\1/page/\2");
        set req.http.X-Query = regsub(req.url, "^[^?]*", "");
        set req.url = regsub(req.url, "\?.*$", "");
        set req.http.X-Url = req.url;
        # Varnish makes gzip, and plain text of it, by itself.
        if (req.http.Accept-Encoding ~ "(^|[ ,])br($|[ ,;])" && req.http.Accept-Encoding !~ "br;q=0(\.0*)?($|[ ,])") {
            set req.http.X-Br = "1";
        }
    }
}

sub vcl_pipe {
    # What follows on the same connection may be a page.
    set bereq.http.Connection = "close";
}

sub vcl_hash {
    # One site, by whatever name it was asked for.
    hash_data(req.url);
    hash_data(req.http.X-Br);
    # Five minutes longer while it is fetched anew; a day while nothing answers.
    if (!req.http.X-Old && std.healthy(req.backend_hint)) {
        set req.grace = 300s;
    } else {
        set req.grace = 86400s;
    }
    return (lookup);
}

sub vcl_backend_fetch {
    if (bereq.http.X-Br) {
        set bereq.http.Accept-Encoding = "br";
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && !bereq.uncacheable) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        return (error(beresp.status, beresp.reason));
    }
    set beresp.http.X-Url = bereq.http.X-Url;
    if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
        set beresp.ttl = std.duration(
            regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    }
    set beresp.grace = 86400s;
    if (beresp.http.CDN-Cache-Control == "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
    }
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-Page) {
        set req.http.X-Old = "1";
        return (restart);
    }
    unset resp.http.X-Url;
}

# With the pages in a bucket that this machine reaches, see docs/deploy/varnish-bucket.vcl:
# include "/etc/varnish/varnish-bucket.vcl";
