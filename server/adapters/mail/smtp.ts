import nodemailer from 'nodemailer'
import type { Mailer } from './mailer.ts'

/**
 * A key to sign mails with; its public half stands in the DNS at <selector>._domainkey.<domain>.
 */
export type DkimSettings = { domain: string; selector: string; privateKey: string }

// One-click unsubscribe (RFC 8058) asks for both of its headers to be signed; the library's own
// list has one of them.
const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post'

/** Hands mail to the server of SMTP_URL. Throws when it refuses or is silent for so long. */
export function createSmtpMailer(
  url: string,
  from: string,
  dkim?: DkimSettings,
  { silence_ms: silenceMs = 10_000 } = {},
): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: 2 * silenceMs,
    ...(dkim
      ? {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: dkim.privateKey,
            headerFieldNames: signedHeaders,
          },
        }
      : {}),
  } as never)
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    async send(mail) {
      // An object: the library must not parse the address, where a comma or a bracket would make it
      // another one.
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers ?? {},
        ...(mail.id ? { messageId: `<${mail.id}@${host}>` } : {}),
      })
    },
    async close() {
      transport.close()
    },
  }
}
