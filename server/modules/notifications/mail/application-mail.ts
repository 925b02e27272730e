import type { OauthScope } from '#contract/oauth.ts'
import type { Language } from '#contract/schemas/common.ts'
import { bcp47Tag, translate } from '#server/platform/i18n/messages.ts'
import {
  bulletList,
  button,
  heading,
  laurelBrand,
  type MailBody,
  mailLayout,
  paragraph,
  renderMailBody,
} from './layout.ts'

type ConnectionFacts = {
  team: string
  name: string
  /** The host that vouches for the application. */
  address: string
  scopes: readonly OauthScope[]
  readsPrivate: boolean
  at: Date
  timezone: string
  publicUrl: string
}

/** Returns the mail to a person whose account has a new connected application. */
export async function applicationConnectedMail(
  language: Language,
  { team, name, address, scopes, readsPrivate, at, timezone, publicUrl }: ConnectionFacts,
): Promise<MailBody> {
  const day = new Intl.DateTimeFormat(bcp47Tag(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(at)
  const t = (key: string) =>
    translate(language, 'mail', `application_connected.${key}`, { team, name, address, day })
  const keys = scopes.map((scope) => `tokens.scope.${scope.replace(':', '_')}`)
  const rights = [...keys, ...(readsPrivate ? ['applications.private'] : [])].map((key) =>
    translate(language, 'account', key),
  )
  const link = `${publicUrl}/edit-profile`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('may'), { margin: '0 0 8px' }),
    bulletList(rights),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  const listed = [t('may'), ...rights.map((right) => `- ${right}`)].join('\n')
  return renderMailBody(t('subject'), [t('title'), t('intro'), listed, t('what'), link], page)
}
