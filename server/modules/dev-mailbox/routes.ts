import { escapeHtml } from '#server/platform/http/escape-html.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwRefusal } from '#server/platform/errors.ts'
import { isLocalHost, isLoopback, isOwnHost } from '#server/platform/http/host-check.ts'
import type { Services } from '#server/platform/services.ts'
import { listNewestMails } from './queries.ts'

const mailsShownMax = 100

const linkifyHtml = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>')

const pageStyle = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;background:#fbf7f0;color:#2b2620}
  article{background:#fff;border:1px solid #ebe2d3;border-radius:16px;padding:1rem 1.5rem;margin:1rem 0}h2{font-size:1.1rem;margin:0}p{white-space:pre-wrap;overflow-wrap:anywhere}
  small{color:#6f6557}@media(prefers-color-scheme:dark){body{background:#1c1916;color:#ede6db}article{background:#26221e;border-color:#3d362e}small{color:#b5aa9a}a{color:#f2ae43}}`

/** Returns the startup message about the development mailbox. */
export function devMailboxNotice({
  host,
  publicUrl,
  devMailbox,
}: Pick<Services['config'], 'host' | 'publicUrl' | 'devMailbox'>): string {
  const address = `${publicUrl}/dev/mailbox`
  if (devMailbox === 'open')
    return `Sign-in codes appear here and at ${address}\n  WARNING: DEV_MAILBOX=open. Anyone who reaches this server can read every mail and sign in as anybody.`
  if (isLocalHost(host)) return `Sign-in codes appear here and at ${address}`
  return `Sign-in codes appear here. ${address} is closed because HOST=${host} lets other machines in; DEV_MAILBOX=open opens it to all of them.`
}

/**
 * Throws `not_found` unless the request comes from this machine, names our own host, and passed no
 * untrusted proxy.
 */
function assertLocal(config: Services['config'], request: FastifyRequest): void {
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  const local =
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.ip) &&
    (!forwarded || config.trustProxy !== false)
  if (!local || !isOwnHost(config, request.headers.host)) throwRefusal('not_found')
}

/**
 * Mounts the development mailbox: the newest 100 mails as a page and as JSON, with the local mailer
 * only. Mails contain sign-in codes, so other machines get 404 unless DEV_MAILBOX=open.
 */
export function mountDevMailbox(app: FastifyInstance, { db, config, mailer }: Services): void {
  const open = config.devMailbox === 'open'
  if (mailer.kind !== 'local' || config.production || (!open && !isLocalHost(config.host))) return
  const authorize = (request: FastifyRequest) => {
    if (!open) assertLocal(config, request)
  }
  const findRequestedMails = (request: FastifyRequest) => {
    const { to } = request.query as { to?: unknown }
    const address = typeof to === 'string' && to !== '' ? to.trim().toLowerCase() : undefined
    return listNewestMails(db.global, { to: address, limit: mailsShownMax })
  }

  app.get('/dev/mailbox/messages', { config: { rateLimit: 'address' } }, async (request, reply) => {
    authorize(request)
    const rows = await findRequestedMails(request)
    return reply
      .header('cache-control', 'no-store')
      .send(rows.map(({ to_address: toAddress, ...mail }) => ({ to: toAddress, ...mail })))
  })
  app.get('/dev/mailbox', { config: { rateLimit: 'address' } }, async (request, reply) => {
    authorize(request)
    const rows = await findRequestedMails(request)
    const list = rows.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><small>${escapeHtml(mail.to_address)} · ${mail.sent_at.toISOString()}</small><p>${linkifyHtml(mail.text)}</p></article>`,
    )
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      .send(`<!doctype html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Mailbox</title><style>${pageStyle}</style></head><body><main>
      <h1>Development mailbox</h1><p>No mail leaves this machine. Set SMTP_URL to send it.</p>${list.join('') || '<p>Nothing yet.</p>'}</main></body></html>`)
  })
}
