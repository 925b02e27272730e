import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Window } from 'happy-dom'
import { createSigningKey } from '#server/adapters/sso/saml-keys.ts'
import { CookieClient, redirectOf } from '#tests/support/cookie-client.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { type Program, startProgram } from './program.ts'
import type { PostedForm } from './saml-form.ts'

/** SimpleSAMLphp of Debian: an identity provider of SAML by other authors. */
export type SimpleSamlPhp = Program & {
  metadataUrl: string
  /** The setting of authproc that makes the NameID. */
  nameIdFilter: object
  /** Replaces settings of the identity provider. They hold from the next request. */
  configure(settings: SimpleSamlSettings): void
  /** Registers a service provider by its metadata, instead of the one before. */
  trust(metadata: string): void
  /** Signs a user in on the login page. Returns the form that the browser posts to us. */
  signIn(url: string, user: SimpleSamlUser): Promise<PostedForm>
}
/** Settings of saml20-idp-hosted.php. `entityId` replaces the address of the metadata. */
type SimpleSamlSettings = { entityId?: string; [name: string]: unknown }
export type SimpleSamlUser = Record<'uid' | 'mail' | 'givenName' | 'sn' | 'title', string>

const password = 'a password of the test'
const sourceName = 'people'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const router = fileURLToPath(new URL('simplesamlphp-router.php', import.meta.url))

/** Writes a configuration file that assigns these values to a variable of PHP. */
const writePhp = (file: string, variable: string, values: object): void =>
  writeFileSync(
    file,
    `<?php\n$${variable} = json_decode(<<<'JSON'\n${JSON.stringify(values)}\nJSON, true);\n`,
  )

const buildConfig = (folder: string, url: string) => ({
  baseurlpath: `${url}/`,
  certdir: `${folder}/`,
  loggingdir: `${folder}/`,
  datadir: `${folder}/`,
  tempdir: `${folder}/tmp`,
  metadatadir: `${folder}/metadata/`,
  attributenamemapdir: '/etc/simplesamlphp/attributemap/',
  'logging.handler': 'errorlog',
  secretsalt: 'the salt of a test',
  'auth.adminpassword': 'not used by the tests',
  timezone: 'UTC',
  'enable.saml20-idp': true,
  'module.enable': { core: true, saml: true, exampleauth: true },
  'session.cookie.secure': false,
  'language.cookie.secure': false,
  'session.phpsession.savepath': `${folder}/tmp`,
  'store.type': 'phpsession',
  'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: `${folder}/laurel.xml` }],
})

/** The settings of our guide: a NameID that stays the same, and signed requests. */
const nameIdFilter = {
  10: { class: 'saml:AttributeNameID', attribute: 'uid', Format: persistent },
}
const buildProvider = () => ({
  host: '__DEFAULT__',
  privatekey: 'key.pem',
  certificate: 'certificate.pem',
  auth: sourceName,
  'redirect.validate': true,
  NameIDFormat: persistent,
  authproc: nameIdFilter,
})

function readForm(html: string, page: string): PostedForm {
  const { document } = new Window({ url: page })
  document.write(html)
  const form = document.querySelector('form')
  if (!form) throw new Error(`no form: ${document.body.textContent.trim().slice(0, 1_000)}`)
  const inputs = form.querySelectorAll('input[name]')
  return {
    action: new URL(form.getAttribute('action') ?? '', page).href,
    fields: Object.fromEntries(
      [...inputs].map((input) => [
        input.getAttribute('name') ?? '',
        input.getAttribute('value') ?? '',
      ]),
    ),
  }
}

async function signIn(start: string, { uid }: SimpleSamlUser): Promise<PostedForm> {
  const client = new CookieClient()
  const readPage = async (url: string, init?: RequestInit) => {
    const response = await client.fetch(url, init)
    return readForm(await response.text(), url)
  }
  const page = redirectOf(await client.fetch(start), start)
  const { action, fields } = await readPage(page)
  return readPage(action, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, username: uid, password }),
  })
}

/** Starts SimpleSAMLphp on the loopback interface with its configuration in a temporary folder. */
export async function startSimpleSamlPhp(users: readonly SimpleSamlUser[]): Promise<SimpleSamlPhp> {
  const folder = folderOfFile('simplesamlphp-')
  for (const name of ['tmp', 'metadata']) mkdirSync(join(folder, name))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/simplesaml`
  const metadataUrl = `${url}/saml2/idp/metadata.php`
  const key = await createSigningKey(new Date())
  writeFileSync(join(folder, 'key.pem'), key.privateKey)
  writeFileSync(join(folder, 'certificate.pem'), key.certificate)
  writePhp(join(folder, 'config.php'), 'config', buildConfig(folder, url))
  const people = users.map((user) => [
    `${user.uid}:${password}`,
    Object.fromEntries(Object.entries(user).map(([name, value]) => [name, [value]])),
  ])
  writePhp(join(folder, 'authsources.php'), 'config', {
    [sourceName]: { 0: 'exampleauth:UserPass', ...Object.fromEntries(people) },
  })
  const configure = ({ entityId = '__DYNAMIC:1__', ...settings }: SimpleSamlSettings) =>
    writePhp(join(folder, 'metadata', 'saml20-idp-hosted.php'), 'metadata', {
      [entityId]: { ...buildProvider(), ...settings },
    })
  const trust = (metadata: string) => writeFileSync(join(folder, 'laurel.xml'), metadata)
  configure({})
  const program = await startProgram({
    command: 'php',
    args: ['-S', `127.0.0.1:${port}`, router],
    env: { SIMPLESAMLPHP_CONFIG_DIR: folder },
    url,
  })
  return { ...program, metadataUrl, nameIdFilter, configure, trust, signIn }
}
