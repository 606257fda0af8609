vcl 4.1;

# Varnish in front of npm start, with CDN=purge and CDN_URL=http://127.0.0.1:6081. Start it with -p http_gzip_support=off:
# pages are compressed already.

import purge;
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

# With the pages in a bucket that this machine reaches, see docs/deploy/varnish-bucket.vcl:
# include "/etc/varnish/varnish-bucket.vcl";

sub vcl_recv {
    if (req.method == "PURGE") {
        # What came through a proxy on this machine comes from elsewhere.
        if (client.ip !~ machine || req.http.X-Forwarded-For ~ ",") {
            return (synth(405, "Not allowed"));
        }
        if (req.url == "/*") {
            ban("obj.status != 0");
            return (synth(200, "All purged"));
        }
        return (hash);
    }
    if (req.restarts == 0) {
        unset req.http.X-Page;
        unset req.http.X-Old;
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
    set req.url = regsub(req.url, "^([^?.]*[^?./])\?page=([2-9]|[1-9][0-9]+)$", "\1/page/\2");
    set req.url = regsub(req.url, "\?.*$", "");

    if (req.http.Accept-Encoding ~ "(^|[ ,])br($|[ ,;])") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "gzip") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # What was purged, or is older than a year, is shown only while nothing answers, and for a day.
    if (!req.http.X-Old && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 1d;
    }
    return (hash);
}

sub vcl_pipe {
    # What follows on the same connection may be a page.
    set bereq.http.Connection = "close";
}

sub vcl_hash {
    # One site, by whatever name it was asked for.
    hash_data(req.url);
    return (lookup);
}

sub vcl_hit {
    if (req.method == "PURGE") {
        call purge_one;
    }
}

sub vcl_miss {
    if (req.method == "PURGE") {
        call purge_one;
    }
}

sub purge_one {
    # Photos that were withdrawn are gone; of a page, the last one stays for as long as nothing answers.
    if (req.url ~ "^/media/") {
        purge.hard();
    } else {
        purge.soft(0s);
    }
    return (synth(200, "Purged"));
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-Page) {
        set req.http.X-Old = "1";
        return (restart);
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && !bereq.uncacheable) {
        return (error(beresp.status, beresp.reason));
    }
    if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
        set beresp.ttl = std.duration(
            regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    }
    set beresp.grace = 1d;
    if (beresp.http.CDN-Cache-Control == "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
    }
}
