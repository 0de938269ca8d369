// An identity provider over https on this machine: node identity_provider.js SETTINGS.json
// The settings are read again for each request, so that its key and whom it knows can change while it runs.
"use strict";

const fs = require("node:fs");
const https = require("node:https");
const samlp = require("samlp");

const settings = () => JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

const form = (action, said) => `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><p>${said}</p>
<form method="post" action="${action}"><label>E-mail <input name="email" type="email" required></label>
<label>Password <input name="password" type="password" required></label><button>Sign in</button></form></html>`;

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What samlp expects of the framework that it is made for. */
function dressed(request, response) {
  const url = new URL(request.url, "https://localhost");
  request.query = Object.fromEntries(url.searchParams);
  request.originalUrl = url.pathname;
  request.protocol = "https";
  response.set = (name, value) => response.setHeader(name, value);
  response.send = (body) => (typeof body === "number" ? response.writeHead(body).end() : response.end(body));
  return url;
}

/** What it answers for this person, as samlp makes it. */
function options(known, person) {
  return {
    issuer: known.issuer,
    key: known.key,
    cert: known.certificate,
    signResponse: known.signResponse,
    nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    lifetimeInSeconds: 300,
    getUserFromRequest: () => ({ id: person.email, emails: [{ value: person.email }], displayName: person.name, name: {} }),
  };
}

function answer(known, person, request, response) {
  const fail = (error) => response.writeHead(500).end(String(error));
  samlp.parseRequest(request, (error, asked) => {
    const place = asked && known.services[asked.issuer];
    if (error || !place) return fail(error || "This service is not known here.");
    const how = { ...options(known, person), audience: known.audience || asked.issuer, destination: place, recipient: place };
    how.getPostURL = (_audience, _dom, _request, give) => give(null, place);
    samlp.auth(how)(request, response, fail);
  });
}

function serve(request, response) {
  const known = settings();
  const url = dressed(request, response);
  if (url.pathname === "/metadata") {
    const how = { issuer: known.issuer, cert: known.certificate, redirectEndpointPath: "/sso", postEndpointPath: "/sso" };
    samlp.metadata(how)(request, response);
  } else if (url.pathname === "/sso" && request.method === "GET") {
    response.setHeader("Content-Type", "text/html");
    response.end(form(escaped(url.pathname + url.search), ""));
  } else if (url.pathname === "/sso") {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const typed = Object.fromEntries(new URLSearchParams(body));
      const person = known.people.find((each) => each.email === typed.email && each.password === typed.password);
      if (person) return answer(known, person, request, response);
      response.setHeader("Content-Type", "text/html");
      response.writeHead(403).end(form(escaped(url.pathname + url.search), "Nobody has this address and password."));
    });
  } else {
    response.writeHead(404).end();
  }
}

const { server } = settings();
const listening = https.createServer({ key: server, cert: server }, serve);
listening.listen(0, "127.0.0.1", () => console.log(listening.address().port));
