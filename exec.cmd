@rem What exec is to a Unix shell, which `npm start` needs there so that signals to npm reach the server.
@%*
