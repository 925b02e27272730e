import { isPublicMailProvider } from '#server/modules/outbox/public-mail-providers.ts'

/** Second-level labels that registries reserve, such as in `northwind.co.uk`. */
const registryLabels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org'])

/**
 * Returns a team name for the domain of an address, such as "Northwind Traders" for
 * `ada@mail.northwind-traders.co.uk`. Returns null for public mail providers and for
 * internationalized domains, whose ASCII form is no name.
 */
export function suggestTeamName(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const labels = domain.split('.').slice(0, -1)
  if (labels.length > 1 && registryLabels.has(labels.at(-1) ?? '')) labels.pop()
  const label = labels.at(-1)
  if (!label || label.startsWith('xn--') || isPublicMailProvider(domain)) return null
  return label
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
