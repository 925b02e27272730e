/** One mail, ready to go. `headers` for one-click unsubscribe and the like. */
export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> }

/** Sends mail, or throws. `local` keeps it in the development mailbox; `smtp` hands it to a server. */
export type Mailer = {
  readonly kind: 'local' | 'smtp'
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
