import { vi } from 'vitest'
import type {
  SsoChoice,
  SsoConnection,
  SsoPerson,
  SsoSettings,
  SsoTestResult,
} from '#contract/schemas/sso.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'

/** Stubs the navigation to another site. Returns the stub, which tells the address. */
export const stayOnPage = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

export const makeSsoChoice = (fields: Partial<SsoChoice> = {}): SsoChoice => ({
  workspace_id: nextId(),
  connection_id: nextId(),
  name: 'Okta',
  workspace: { name: 'Northwind', logo: { url: null } },
  ...fields,
})

const noClaims = {
  email: '',
  first_name: '',
  last_name: '',
  job_title: '',
  department: '',
  manager: '',
}

export const makeSsoTestResult = (fields: Partial<SsoTestResult> = {}): SsoTestResult => ({
  outcome: 'links',
  refusal: null,
  issuer: 'https://login.northwind.example',
  subject: '00u1abc',
  email: 'ida@northwind.example',
  email_verified: true,
  contexts: ['mfa', 'pwd'],
  fields: { ...noClaims, email: 'ida@northwind.example', first_name: 'Ida' },
  claims: [
    { name: 'given_name', values: ['Ida'] },
    { name: 'groups', values: ['Engineering', 'Everyone'] },
  ],
  ...fields,
})

export function makeSsoConnection(fields: Partial<SsoConnection> = {}): SsoConnection {
  const { id = nextId(), protocol = 'oidc' } = fields
  const base = `https://laurel.example/sso/${protocol}/team/${id}`
  const isSaml = protocol === 'saml'
  return {
    id,
    protocol,
    name: 'Okta',
    state: 'draft',
    complete: false,
    issuer: '',
    client_id: '',
    has_secret: false,
    sign_in_url: '',
    certificates: [],
    metadata_url: '',
    metadata_checked_at: null,
    metadata_error: '',
    join_policy: 'invited',
    trusts_email: false,
    accepted_contexts: [],
    claims: noClaims,
    allows_unsolicited: false,
    people: 0,
    created_at: exampleTime,
    last_used_at: null,
    reply_url: base,
    entity_id: isSaml ? `${base}/metadata` : '',
    metadata_address: isSaml ? `${base}/metadata` : '',
    logout_url: isSaml ? '' : `${base}/logout`,
    ...fields,
  }
}

export const makeSsoDomain = (
  fields: Partial<SsoSettings['domains'][number]> = {},
): SsoSettings['domains'][number] => {
  const { domain = 'northwind.example' } = fields
  return {
    id: nextId(),
    domain,
    connection_id: null,
    record_name: `_laurel.${domain}`,
    record_value: 'laurel-verification=0123456789abcdef0123456789abcdef',
    verified_at: null,
    ...fields,
  }
}

export const makeSsoSettings = (fields: Partial<SsoSettings> = {}): SsoSettings => ({
  slug: null,
  address: null,
  required: false,
  session_hours: null,
  second_factor_required: false,
  break_glass_people: 1,
  domains: [],
  connections: [],
  ...fields,
})

export const makeSsoPerson = (fields: Partial<SsoPerson> = {}): SsoPerson => ({
  user: makePerson({ first_name: 'Ida', last_name: 'Berg' }),
  subject: '00u1abc',
  linked_at: exampleTime,
  signed_in_at: exampleTime,
  ...fields,
})
