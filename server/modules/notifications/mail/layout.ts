import { render } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'
import { textColorOn, readableColor } from '#contract/colors.ts'
import type { Language } from '#contract/schemas/common.ts'
import { defaultAccentColor } from '#contract/limits.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Mail } from '#server/adapters/mail/mailer.ts'

export type MailBody = Omit<Mail, 'to' | 'id'>
/** Name, color and logo of a team, or of Laurel for mails without a team. */
export type MailBrand = { team: string; color: string; logo: string | null }

export const laurelBrand: MailBrand = { team: 'Laurel', color: defaultAccentColor, logo: null }

const fontFamily = "'Onest', 'Segoe UI', Helvetica, Arial, sans-serif"
const inkColor = '#2B2620'
export const faintColor = '#6B5F4D'

export const paragraph = (text: string, style: object = {}) =>
  h(
    'p',
    { style: { margin: '0 0 16px', font: `16px/1.55 ${fontFamily}`, color: inkColor, ...style } },
    text,
  )
export const heading = (text: string) => paragraph(text, { fontSize: 20, fontWeight: 600 })

export const bulletList = (items: readonly string[]) =>
  h(
    'ul',
    {
      style: {
        margin: '0 0 16px',
        padding: '0 0 0 22px',
        font: `16px/1.55 ${fontFamily}`,
        color: inkColor,
      },
    },
    ...items.map((item) => h('li', { key: item }, item)),
  )

/** Returns a quote that keeps line breaks. */
export const quote = (text: string, color: string) =>
  h(
    'div',
    {
      style: {
        margin: '0 0 20px',
        padding: '14px 18px',
        background: '#FBF7F0',
        borderLeft: `4px solid ${color}`,
        borderRadius: 10,
        font: `16px/1.55 ${fontFamily}`,
        color: inkColor,
        whiteSpace: 'pre-wrap',
      },
    },
    text,
  )

/** Returns a points badge with an optional company value beside it. */
export const pointsBadge = (
  brand: MailBrand,
  points: string,
  value?: { name: string; emoji: string },
) =>
  h(
    'p',
    { style: { margin: '0 0 20px' } },
    h(
      'span',
      {
        style: {
          display: 'inline-block',
          background: brand.color,
          color: textColorOn(brand.color),
          font: `700 22px/1.2 ${fontFamily}`,
          padding: '8px 18px',
          borderRadius: 999,
        },
      },
      points,
    ),
    value
      ? h(
          'span',
          { style: { font: `15px ${fontFamily}`, color: faintColor, marginLeft: 12 } },
          `${value.emoji} ${value.name}`,
        )
      : null,
  )

export const button = (brand: MailBrand, text: string, href: string) =>
  h(
    'p',
    { style: { margin: '0 0 8px' } },
    h(
      'a',
      {
        href,
        style: {
          display: 'inline-block',
          background: brand.color,
          color: textColorOn(brand.color),
          font: `600 16px ${fontFamily}`,
          padding: '14px 24px',
          borderRadius: 12,
          textDecoration: 'none',
        },
      },
      text,
    ),
  )

/** A second action below the button, less prominent. */
export const textLink = (text: string, href: string) =>
  h(
    'p',
    { style: { margin: '12px 0 8px' } },
    h('a', { href, style: { font: `16px/1.5 ${fontFamily}`, color: inkColor } }, text),
  )

type FooterLine = { text: string; link?: { text: string; href: string } }

const smallText = { font: `13px/1.5 ${fontFamily}`, color: faintColor }
const layoutTable = (style: object, ...rows: ReactNode[]) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style },
    h('tbody', null, ...rows),
  )
const rowWithCell = (cellProps: object, ...content: ReactNode[]) =>
  h('tr', null, h('td', cellProps, ...content))

const brandRow = (brand: MailBrand) =>
  rowWithCell(
    {
      style: {
        padding: '0 4px 16px',
        font: `700 20px ${fontFamily}`,
        color: readableColor(brand.color, '#FBF7F0'),
      },
    },
    brand.logo
      ? h('img', {
          src: brand.logo,
          alt: '',
          height: 28,
          style: { height: 28, verticalAlign: 'middle', borderRadius: 6, marginRight: 10 },
        })
      : null,
    brand.team,
  )

const footerRow = (language: Language, footer: FooterLine[]) =>
  rowWithCell(
    { style: { padding: '16px 4px', ...smallText } },
    ...footer.map(({ text, link }, index) =>
      h(
        'p',
        { key: index, style: { margin: '0 0 6px', ...smallText } },
        text,
        link ? ' ' : '',
        link ? h('a', { href: link.href, style: { color: faintColor } }, link.text) : '',
      ),
    ),
    translate(language, 'mail', 'footer'),
  )

/**
 * Returns the page of a mail: plain tables, for equal rendering in all mail clients. `footer` says
 * why the reader gets the mail and how to unsubscribe.
 */
export function mailLayout(
  language: Language,
  brand: MailBrand,
  preview: string,
  children: ReactNode[],
  footer: FooterLine[] = [],
) {
  const contentStyle = {
    background: '#FFFFFF',
    border: '1px solid #EBE2D5',
    borderRadius: 16,
    padding: 32,
  }
  return h(
    'html',
    { lang: language === 'ua' ? 'uk' : language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light' }),
    ),
    h(
      'body',
      { style: { margin: 0, background: '#FBF7F0' } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview),
      layoutTable(
        { background: '#FBF7F0', padding: '32px 12px' },
        rowWithCell(
          { align: 'center' },
          layoutTable(
            { maxWidth: 480 },
            brandRow(brand),
            rowWithCell({ style: contentStyle }, ...children),
            footerRow(language, footer),
          ),
        ),
      ),
    ),
  )
}

/** Renders a mail with an HTML part and an equivalent text part. */
export async function renderMailBody(
  subject: string,
  text: string[],
  page: ReactNode,
): Promise<MailBody> {
  return { subject, text: text.filter(Boolean).join('\n\n'), html: await render(page) }
}
