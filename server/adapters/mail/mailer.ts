/**
 * One mail, ready to go. `id` makes it the same mail when it is sent again. `headers` for one-click
 * unsubscribe and the like.
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
 * Sends mail, or throws. `local` keeps it in the development mailbox; `smtp` hands it to a server.
 */
export type Mailer = {
  readonly kind: 'local' | 'smtp'
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
