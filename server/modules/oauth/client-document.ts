/** Addresses of the own computer, without a port or with one. */
const loopbackPattern = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(\/|$)/

/**
 * Returns a client's metadata document with the type `native` when it names addresses of the own
 * computer alone and no type: such a program listens on any port (RFC 8252, section 7.3), and the
 * library compares ports of other types.
 */
export function completeClientDocument(body: Buffer): Uint8Array<ArrayBuffer> {
  try {
    const document = JSON.parse(body.toString('utf8')) as {
      application_type?: unknown
      redirect_uris?: unknown
    }
    const { application_type: type, redirect_uris: addresses } = document
    const isNative =
      type === undefined &&
      Array.isArray(addresses) &&
      addresses.length > 0 &&
      addresses.every((address) => typeof address === 'string' && loopbackPattern.test(address))
    if (isNative)
      return new Uint8Array(
        Buffer.from(JSON.stringify({ ...document, application_type: 'native' })),
      )
  } catch {
    // The library refuses what is no JSON object.
  }
  return new Uint8Array(body)
}
