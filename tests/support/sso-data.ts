import { vi } from 'vitest'
import type { SsoChoice, SsoTestResult } from '#contract/schemas/sso.ts'
import { nextId } from './web-data.ts'

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
