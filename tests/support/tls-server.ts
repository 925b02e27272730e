import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/** A certificate for localhost and 127.0.0.1, made for tests, which is its own authority. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIDLTCCAhWgAwIBAgIUUAI1jk8wiVvWeXlHiLVyozmoDVkwDQYJKoZIhvcNAQEL
BQAwFzEVMBMGA1UEAwwMTGF1cmVsIHRlc3RzMCAXDTI2MTEyNTIyMTczMloYDzIx
MjYxMTAxMjIxNzMyWjAXMRUwEwYDVQQDDAxMYXVyZWwgdGVzdHMwggEiMA0GCSqG
SIb3DQEBAQUAA4IBDwAwggEKAoIBAQC0LZmjXqHxGRYIzwu07AU6o/KCb8SMYLLI
b5xoRew5BPmS0Mkp9Y+ReOcoW9DGQogiILhwVAnjmU3eqe3POaGEB2CxFjDuecOe
LD1yMvO8WII8rnmzmLtBk780HDXJZDgBWJeLMFtIkPzHmM3w9szOoVepvINsKM+R
BiiuilAdIrXZZzENFhqR/VRNvkzbNZ+0bR/iqdg1rkpxYJG22xYg/adLdPUBbEZ8
gye3Gov0d4oiG1GgEp6DSAx7Uy7B1P5G6Z3J1EUpeHNWs5kQulECILB8h+IDIQuB
65vDVJJpP8t0CzfKs7Hg6hsaFWw/eS7A8waopj3gx0FZC5iM2daXAgMBAAGjbzBt
MB0GA1UdDgQWBBRXRc5ILLIypSP7Blx0MhJHfKlj+zAfBgNVHSMEGDAWgBRXRc5I
LLIypSP7Blx0MhJHfKlj+zAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxv
Y2FsaG9zdIcEfwAAATANBgkqhkiG9w0BAQsFAAOCAQEAiqpRf7KPHvPmZgfyE//t
SW51cOSvdGgg3SpsQMC/L1E68IIPn/wzIxW5WuZtSRy1Xwxkcjdql0CKMzT62MXs
bbzh+DDZ+97hgRmp7J2gQiFGYMkNe8vVg5a4I0JMZzB7DvwerlivuittJ21MRS88
SVNR7LMtKKDjVxgqaz0qLB0ScCdEWKVEoM2Ch8fDXyl+1NHkIQCeGYD6IbT82s4n
7fUSU+sOW156pvdq2otncImtVduU8AvGpbuC5jrQjCtC5caiowZLJ5OPWHWMfpC5
5pqx/rMvg9K1/JvUMQZtDutsBOxSOiWHb+YDdFE/NOhMDvZXLmMq+/7B+HrdmyBO
TA==
-----END CERTIFICATE-----
`
const testKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC0LZmjXqHxGRYI
zwu07AU6o/KCb8SMYLLIb5xoRew5BPmS0Mkp9Y+ReOcoW9DGQogiILhwVAnjmU3e
qe3POaGEB2CxFjDuecOeLD1yMvO8WII8rnmzmLtBk780HDXJZDgBWJeLMFtIkPzH
mM3w9szOoVepvINsKM+RBiiuilAdIrXZZzENFhqR/VRNvkzbNZ+0bR/iqdg1rkpx
YJG22xYg/adLdPUBbEZ8gye3Gov0d4oiG1GgEp6DSAx7Uy7B1P5G6Z3J1EUpeHNW
s5kQulECILB8h+IDIQuB65vDVJJpP8t0CzfKs7Hg6hsaFWw/eS7A8waopj3gx0FZ
C5iM2daXAgMBAAECggEABYAsUasCAs1g5wwV/XryS+vwtJ+7DDE6IccahoXbZElj
871sd+33e3VAifKsNs3fCV+xEc1pSwUqEVxkBCd+nw6dvygANW1UFglWuXgFLenH
QvSSGQZWcb9K6ElKw14C+I76VpC3cLc1A9apoSvbI9QUJ47J/uyLv/17N3hX8+8i
usj0sjCbqWWuA5owzF9Z48eTgSQ2R9ktN3KDeqq0xSrL6J8BLa6x7BWvMInGmuWU
Nio+cdVVgozarEIl54PUiL2sxEZ2DqX+ziPY1XgHzIR0Nr2LTAYqeBLWye58AymU
2afnc7+eqLldsyHK31eo9NVeHCcsDFFHywVonCGSjQKBgQDb/g3EkAGCa2085zrl
qP9TyZfxjiCnjKLO074WSZMKSzX/vcO1C896bwqaWVB7VSBDAXg2nLlZe5r0cz60
N4v0VyxOlSau59GrbbBKm3V+pXhGXFt7nDqnprrJh91TXsF49PtlMitvEGSPcHQV
XkRHF5ocdI+qZjCkMlwjoBj/PQKBgQDRq0fL66LD9q8qyQkrQwu4PyDovlBA1pde
i9H6qwevujwY6xj/PRau6IQwHgwfnbx9kPk6pLG4o2PcG/i/YjmttlFyYUtTH6fk
hrWy/HS5EUWy/IiqTp8mffCeANkgNrcquCP6q5Zrn4ErH/K7rX4XKxMGZT1YtvdL
DRHS/X3KYwKBgQCQJJVmzqh+iN8JgcSgiCvL/ZH2LxcMUWS3uhuZxNl4bDFUgUVD
Uhq+8RT0b0MBnJRH8yWOOwBjNk8gjoZuVNr53UhlsOqovbIu7e8N43CH6+mzyH4U
rxfrk55dwAzvvG1uUK6L7uRwoEATkC4vdhWsszVCIcmkb9K9M1YV7aeTTQKBgAKL
HFzZ5+iOpoNTWvweXRcIFQMdw+V1dPKdqZdr2bUFAlOfDneSKyNGCMx4oNcFV9MC
HjPa6Zj+ymhSIotXyrFTw9sqWPqSKLw58hxQua3BCuJn89R1DbMu1etkwT2FzGUF
RNJ2oGV/0tZOFei26w+m4x0xvzPDTG6pouy3TH5XAoGAL+5BHfwAWBIMqJoqH6UO
7ixDAoYI00vhWEOTE/18SuKdYVNWUb5c+2gd1zXLH4GoradvnDxJOsYpz8AdFwzC
Hp4oSiPgMqWTWBnbheo0uQwtFyFsrwkGKgBSRKIeqaciQPoaYP7cIyH/gjdTfqWY
ZAbFG6aDk0SPjs2tKfKWHvo=
-----END PRIVATE KEY-----
`

export type TlsServer = {
  port: number
  /** What was received, one text for each connection. */
  received: string[]
  stop(): Promise<void>
}

/** Starts a local server that keeps what it receives over TLS. */
export async function startTlsServer(): Promise<TlsServer> {
  const received: string[] = []
  const server = createServer({ key: testKey, cert: testCertificate }, (socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => {
      received.push(Buffer.concat(chunks).toString('utf8'))
      socket.end()
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
