import { domainToASCII, domainToUnicode } from 'node:url'
import { emailDomain } from '#server/modules/outbox/mail-budget.ts'
import { isPublicMailProvider } from '#server/modules/outbox/public-mail-providers.ts'
import { throwRefusal } from '#server/platform/errors.ts'

/** Returns a domain in lower case and ASCII (Punycode). Empty for a malformed domain. */
export const toAsciiDomain = (domain: string): string => domainToASCII(domain.toLowerCase())
/** Returns the ASCII domain of an address. A subdomain counts as a different domain. */
export const mailDomainOf = (email: string): string => toAsciiDomain(emailDomain(email))
/** Returns a stored domain in its Unicode form. */
export const presentDomain = (domain: string): string => domainToUnicode(domain)

/** Returns whether anybody can get an address of this ASCII domain. */
export const isPublicDomain = (domain: string): boolean =>
  isPublicMailProvider(domain) || isPublicMailProvider(presentDomain(domain))

/** Throws domain_public for a domain where anybody can get an address. */
export function assertPrivateDomain(domain: string): void {
  if (isPublicDomain(domain))
    throwRefusal('domain_public', { params: { domain: presentDomain(domain) } })
}
