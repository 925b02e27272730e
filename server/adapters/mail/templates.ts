import { render } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'
import type { Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import { say } from '#server/platform/texts.ts'
import type { Mail } from './mailer.ts'

export type MailBody = Omit<Mail, 'to'>
const font = "'Onest', 'Segoe UI', Helvetica, Arial, sans-serif"
const ink = '#2B2620'

const line = (text: string, style: object = {}) => h('p', { style: { margin: '0 0 16px', font: `16px/1.55 ${font}`, color: ink, ...style } }, text)

/** The frame of every mail: plain tables, so that it looks alike everywhere. */
function frame(language: Language, preview: string, ...children: ReactNode[]) {
  const cell = (style: object, ...inside: ReactNode[]) => h('tr', null, h('td', { style }, ...inside))
  return h('html', { lang: language === 'ua' ? 'uk' : language },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('meta', { name: 'viewport', content: 'width=device-width' }), h('meta', { name: 'color-scheme', content: 'light' })),
    h('body', { style: { margin: 0, background: '#FBF7F0' } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview),
      h('table', { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: { background: '#FBF7F0', padding: '32px 12px' } },
        h('tbody', null, h('tr', null, h('td', { align: 'center' },
          h('table', { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: { maxWidth: 480 } },
            h('tbody', null,
              cell({ padding: '0 4px 16px', font: `700 20px ${font}`, color: '#8A5A00' }, 'Laurel'),
              cell({ background: '#FFFFFF', border: '1px solid #EBE2D3', borderRadius: 16, padding: 32 }, ...children),
              cell({ padding: '16px 4px', font: `13px/1.5 ${font}`, color: '#766B5D' }, say(language, 'mail', 'footer'))))))))))
}

async function toBody(subject: string, text: string[], page: ReactNode): Promise<MailBody> {
  return { subject, text: text.join('\n\n'), html: await render(page) }
}

/** What a code is for: its mail says so, so that nobody gives one away that does more than they think. */
export type CodePurpose = 'sign_in' | 'change_email' | 'danger'
const code_words = { sign_in: '', change_email: 'change_email_', danger: 'danger_' } as const satisfies Record<CodePurpose, string>

/** A one-time code; it stands in the subject too, where a phone shows it at once. */
export async function codeMail(language: Language, code: string, publicUrl: string, purpose: CodePurpose): Promise<MailBody> {
  const t = (key: string) => say(language, 'mail', `code.${code_words[purpose]}${key}`, { code, minutes: limits.code_life_minutes, address: publicUrl })
  const page = frame(language, t('intro'), line(t('title'), { fontSize: 20, fontWeight: 600 }), line(t('intro')),
    h('p', { style: { margin: '0 0 16px', font: `700 34px/1.2 ${font}`, letterSpacing: '8px', color: ink } }, code),
    line(t('ignore'), { color: '#766B5D', fontSize: 14, margin: 0 }))
  return toBody(t('subject'), [t('title'), t('intro'), code, t('ignore')], page)
}

/** To the old address, after an account has got another: whoever did not do it themselves learns of it. */
export async function addressChangedMail(language: Language): Promise<MailBody> {
  const t = (key: string) => say(language, 'mail', `address_changed.${key}`)
  const page = frame(language, t('intro'), line(t('title'), { fontSize: 20, fontWeight: 600 }), line(t('intro')), line(t('what')), line(t('ignore'), { color: '#766B5D', fontSize: 14, margin: 0 }))
  return toBody(t('subject'), [t('title'), t('intro'), t('what'), t('ignore')], page)
}

/** An invitation into a team; `link` works once, for 30 days. */
export async function inviteMail(language: Language, params: { team: string; inviter: string; link: string }): Promise<MailBody> {
  const t = (key: string) => say(language, 'mail', `invite.${key}`, { ...params, days: limits.invite_days })
  const intro = t(params.inviter ? 'intro' : 'intro_plain')
  const page = frame(language, intro, line(t('title'), { fontSize: 20, fontWeight: 600 }), line(intro), line(t('what')),
    h('p', { style: { margin: '0 0 24px' } }, h('a', {
      href: params.link,
      style: { display: 'inline-block', background: '#F2AE43', color: '#2B1D00', font: `600 16px ${font}`, padding: '14px 24px', borderRadius: 12, textDecoration: 'none' },
    }, t('action'))),
    line(t('expires'), { color: '#766B5D', fontSize: 14, margin: 0 }))
  return toBody(t('subject'), [t('title'), intro, t('what'), params.link, t('expires')], page)
}
