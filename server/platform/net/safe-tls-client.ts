// No client library, because the connection goes to the checked addresses only, as in
// safe-http-client.ts.
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { secondMs } from '#contract/durations.ts'
import {
  resolvePublicAddresses,
  type SafeTargetOptions,
  toSafeHttpError,
} from './safe-http-client.ts'

/** A receiver of bytes over TLS. `authority`: PEM of a private authority; empty: the public ones. */
type TlsTarget = { host: string; port: number; authority: string }
export type SafeTlsClient = {
  /** Throws a SafeHttpError when a host can never be a target. */
  checkHost(host: string): Promise<void>
  /**
   * Sends bytes to a receiver and closes the connection. Resolves when the system has taken all of
   * them and the receiver has closed its side, or has been silent for a second. Throws a
   * SafeHttpError.
   */
  send(target: TlsTarget, data: Buffer): Promise<void>
}

const totalTimeoutMs = 15 * secondMs
const closeMs = secondMs

function sendTo(
  address: string,
  { host, port, authority }: TlsTarget,
  data: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: address,
      port,
      ...(isIP(host) ? {} : { servername: host }),
      ...(authority ? { ca: authority } : {}),
      minVersion: 'TLSv1.2',
    })
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), totalTimeoutMs)
    socket.once('secureConnect', () => {
      // Syslog has no answers: a receiver that closes at once has refused the messages.
      socket.end(data, () => setTimeout(() => socket.destroy(), closeMs).unref())
    })
    socket.resume()
    socket.once('error', reject)
    socket.once('close', (hadError) => {
      clearTimeout(timer)
      if (!hadError) resolve()
    })
  })
}

export function createSafeTlsClient(options: SafeTargetOptions): SafeTlsClient {
  return {
    async checkHost(host) {
      await resolvePublicAddresses(host, options).catch((error: unknown) => {
        throw toSafeHttpError(error)
      })
    },
    async send(target, data) {
      try {
        const [first = target.host] = await resolvePublicAddresses(target.host, options)
        await sendTo(first, target, data)
      } catch (error) {
        throw toSafeHttpError(error)
      }
    },
  }
}
