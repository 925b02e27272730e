import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CookieClient, redirectOf } from '#tests/support/cookie-client.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { type Program, startProgram } from './program.ts'

/** Glewlwyd of Debian: an identity provider of OpenID Connect by other authors. */
export type Glewlwyd = Program & {
  issuer: string
  addClient(client: GlewlwydClient): Promise<void>
  addUser(user: GlewlwydUser): Promise<void>
  /** Opens a browser without a session. */
  openBrowser(): GlewlwydBrowser
}
type GlewlwydClient = { id: string; secret: string; redirectUri: string; logoutUri: string }
export type GlewlwydUser = {
  username: string
  email: string
  /** Custom properties: they become claims of the same name. */
  given_name: string
  family_name: string
  title: string
  email_verified: 'yes' | 'no'
}

const password = 'a password of the test'
const scopes = ['openid', 'email', 'profile']
/** The administrator of a new database. */
const administrator = { username: 'admin', password: 'password' }
const schemaFile = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const textClaims = ['given_name', 'family_name', 'title'] as const

/** Plain http needs no line: any `use_secure_connection` makes it look for certificates. */
const renderConfig = (origin: string, port: number, database: string) => `port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
static_files_path="/usr/share/glewlwyd/webapp/"
log_mode="console"
log_level="WARNING"
cookie_domain="127.0.0.1"
cookie_secure=0
session_expiration=3600
session_key="session"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "${database}" };
`

/** The plugin of OpenID Connect: the authorization code flow alone, and PKCE is required. */
function buildPlugin(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
    'jwks-show': true,
    'secret-type': 'pairwise',
    'access-token-duration': 3_600,
    'refresh-token-duration': 3_600,
    'code-duration': 60,
    'refresh-token-rolling': true,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': false,
    'auth-type-none-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'auth-type-refresh-enabled': false,
    'session-management-allowed': true,
    'back-channel-logout-allowed': true,
    'session-cookie-name': 'oidc_session',
    'session-cookie-expiration': 3_600,
    'pkce-allowed': true,
    'pkce-required': true,
    'pkce-method-plain-allowed': false,
    'allowed-scope': scopes,
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    'scope-claim': 'no',
    'address-claim': { type: 'no' },
    claims: [
      ...textClaims.map((name) => ({
        name,
        'user-property': name,
        type: 'string',
        mandatory: true,
      })),
      {
        name: 'email_verified',
        'user-property': 'email_verified',
        type: 'boolean',
        'boolean-value-true': 'yes',
        'boolean-value-false': 'no',
        mandatory: true,
      },
    ],
  }
}

/** A browser at Glewlwyd, with the calls that its pages make. */
class GlewlwydBrowser {
  private readonly client = new CookieClient()
  private readonly origin: string
  constructor(origin: string) {
    this.origin = origin
  }

  async call(method: string, path: string, body?: object): Promise<void> {
    const response = await this.client.fetch(`${this.origin}/api${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  }

  logIn(username: string, secret: string): Promise<void> {
    return this.call('POST', '/auth', { username, password: secret })
  }

  /** Signs a user in, like the login page. Returns the address to which the browser is sent. */
  async signIn(authorizationUrl: string, { username }: GlewlwydUser): Promise<string> {
    const page = new URL(await this.follow(authorizationUrl))
    const callbackUrl = page.searchParams.get('callback_url')
    // An error leads back to the client at once.
    if (callbackUrl === null) return page.href
    await this.logIn(username, password)
    await this.call('PUT', `/auth/grant/${page.searchParams.get('client_id')}`, {
      scope: page.searchParams.get('scope'),
    })
    return this.follow(`${callbackUrl}&g_continue`)
  }

  /** Ends a session by its `sid`. Glewlwyd then sends logout tokens to its clients. */
  endSession(sid: string): Promise<void> {
    return this.call('DELETE', `/oidc/session/${sid}/`)
  }

  private async follow(url: string): Promise<string> {
    return redirectOf(await this.client.fetch(url), url)
  }
}

/** Configures a new database like the administration page. */
async function configure(admin: GlewlwydBrowser, issuer: string): Promise<void> {
  await admin.call('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: buildPlugin(issuer),
  })
  for (const name of ['email', 'profile'])
    await admin.call('POST', '/scope/', {
      name,
      display_name: name,
      description: name,
      password_required: true,
      password_max_age: 0,
      scheme: {},
    })
  const property = { multiple: false, read: true, write: true }
  await admin.call('PUT', '/mod/user/database', {
    module: 'database',
    name: 'database',
    display_name: 'Database',
    readonly: false,
    order_rank: 0,
    parameters: {
      'use-glewlwyd-connection': true,
      'data-format': Object.fromEntries(
        [...textClaims, 'email_verified'].map((name) => [name, property]),
      ),
    },
  })
  await admin.call('PUT', '/mod/user/database/reset')
}

/** Starts Glewlwyd on the loopback interface with a database in a temporary folder. */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  const folder = folderOfFile('glewlwyd-')
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}/api/oidc`
  const [file, databaseFile] = [join(folder, 'glewlwyd.conf'), join(folder, 'glewlwyd.db')]
  const database = new DatabaseSync(databaseFile)
  database.exec(readFileSync(schemaFile, 'utf8'))
  database.close()
  writeFileSync(file, renderConfig(origin, port, databaseFile))
  const program = await startProgram({ command: 'glewlwyd', args: ['-c', file], url: origin })
  const admin = new GlewlwydBrowser(origin)
  await admin.logIn(administrator.username, administrator.password)
  await configure(admin, issuer)
  return {
    ...program,
    issuer,
    addClient: ({ id, secret, redirectUri, logoutUri }) =>
      admin.call('POST', '/client/', {
        client_id: id,
        name: id,
        confidential: true,
        client_secret: secret,
        token_endpoint_auth_method: ['client_secret_post', 'client_secret_basic'],
        redirect_uri: [redirectUri],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: 'yes',
        authorization_type: ['code'],
        scope: scopes,
        enabled: true,
      }),
    addUser: (user) =>
      admin.call('POST', '/user/', {
        ...user,
        name: `${user.given_name} ${user.family_name}`,
        password,
        scope: [...scopes, 'g_profile'],
        enabled: true,
      }),
    openBrowser: () => new GlewlwydBrowser(origin),
  }
}
