/**
 * A mail to send. `id` deduplicates retries. `headers` hold, for example, one-click unsubscribe.
 */
export type Mail = {
  to: string
  id?: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/**
 * Sends a mail or throws. `local` stores it in the development mailbox; `smtp` sends it to a
 * server.
 */
export type Mailer = {
  readonly kind: 'local' | 'smtp'
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
