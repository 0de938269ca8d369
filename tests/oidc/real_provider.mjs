// A real OpenID Connect provider on this machine: node real_provider.mjs SETTINGS.json
// It prints its port. Its own sign-in page takes any name, which is the subject.
import { readFileSync } from "node:fs";
import http from "node:http";
import Provider from "oidc-provider";

const page = (title, form) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${form}</html>`;
const signIn = `<form method="post"><label>Name <input name="name" required></label><button>Sign in</button></form>`;

/** Whoever has signed in has agreed: it is their company's portal. */
async function agreed(context) {
  const { client, session, provider, resourceServers } = context.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile");
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, "");
  await grant.save();
  return grant;
}

/** Its own sign-in page, which takes any name. */
function interact(provider, request, response) {
  if (request.method === "GET") {
    response.setHeader("Content-Type", "text/html");
    return response.end(page(settings.name, signIn));
  }
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => {
    const login = { accountId: new URLSearchParams(body).get("name") };
    provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  });
}

const settings = JSON.parse(readFileSync(process.argv[2], "utf8"));
let renewed = 0;
let answer = (_request, response) => response.writeHead(503).end();

const server = http.createServer((request, response) => {
  if (request.url === "/renewed") return response.end(String(renewed));
  return answer(request, response);
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: settings.client,
        client_secret: settings.secret,
        redirect_uris: [settings.callback],
        post_logout_redirect_uris: [`${settings.portal}/sign-in`],
        backchannel_logout_uri: settings.ended,
        backchannel_logout_session_required: true,
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    claims: { openid: ["sub", "sid"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: "Alice Moreau" }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: agreed,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const button = `<button form="op.logoutForm" name="logout" value="yes">Sign out of ${settings.name}</button>`;
          context.body = page("Sign out", form + button);
        },
        postLogoutSuccessSource: (context) => {
          context.body = page(`You are signed out of ${settings.name}`, "");
        },
      },
      backchannelLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          audience: settings.audience,
          scope: "",
          accessTokenFormat: "jwt",
          accessTokenTTL: settings.seconds,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    cookies: { keys: ["of no other use"] },
    // Its own dispatcher sends nothing to this machine, where the portal is.
    fetch: (url, { dispatcher: _, ...options }) => globalThis.fetch(url, options),
    ttl: { Grant: 600, Interaction: 600, Session: 600, IdToken: 600, RefreshToken: 600 },
  });
  provider.on("grant.success", (context) => {
    if (context.oidc.params.grant_type === "refresh_token") renewed += 1;
  });
  const callback = provider.callback();
  answer = (request, response) =>
    request.url.startsWith("/interaction/") ? interact(provider, request, response) : callback(request, response);
  console.log(port);
});
