import nodemailer from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Hands mail to the server of SMTP_URL. Throws when it refuses or is silent for 10 seconds. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({
    url, pool: true, maxConnections: 4, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000,
  } as never)
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    async send(mail) {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html, headers: mail.headers ?? {}, ...(mail.id ? { messageId: `<${mail.id}@${host}>` } : {}) })
    },
    async close() {
      transport.close()
    },
  }
}
