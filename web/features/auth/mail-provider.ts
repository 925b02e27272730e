type MailProvider = { name: string; url: string }
const gmail = { name: 'Gmail', url: 'https://mail.google.com/mail/' }
const outlook = { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
const yahoo = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }
const proton = { name: 'Proton Mail', url: 'https://mail.proton.me/' }
const icloud = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail' }

const providers: ReadonlyMap<string, MailProvider> = new Map([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ['outlook.com', outlook],
  ['hotmail.com', outlook],
  ['live.com', outlook],
  ['msn.com', outlook],
  ['yahoo.com', yahoo],
  ['ymail.com', yahoo],
  ['proton.me', proton],
  ['protonmail.com', proton],
  ['pm.me', proton],
  ['icloud.com', icloud],
  ['me.com', icloud],
  ['mac.com', icloud],
])

/**
 * Returns the web mail of a well-known provider for an address, or undefined. The link of Gmail
 * selects the account of the address when several are signed in.
 */
export function findMailProvider(email: string): MailProvider | undefined {
  const provider = providers.get(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  if (provider !== gmail) return provider
  const account = new URLSearchParams({ authuser: email })
  return { ...gmail, url: `${gmail.url}?${account.toString()}` }
}
