import nodemailer from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** DKIM signing key. The DNS holds its public key at <selector>._domainkey.<domain>. */
export type DkimSettings = { domain: string; selector: string; privateKey: string }

// One-click unsubscribe (RFC 8058) requires signatures for both headers; the library's default list
// lacks one.
const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post'

/**
 * Creates a mailer for the server of SMTP_URL. It throws on rejection, or after `timeoutMs` without
 * a response.
 */
export function createSmtpMailer(
  url: string,
  from: string,
  dkim?: DkimSettings,
  { timeoutMs = 10_000 } = {},
): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
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
      // Pass an object: the library would parse a string, where a comma or a bracket changes the
      // address.
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
