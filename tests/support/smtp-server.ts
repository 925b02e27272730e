import { createServer } from 'node:net'

/** Starts a minimal SMTP server that accepts everything and records envelope recipients. */
export async function startSmtpServer(): Promise<{
  port: number
  recipients: string[]
  stop: () => Promise<void>
}> {
  const recipients: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (inData) {
          inData = line !== '.'
          if (!inData) socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line.startsWith('EHLO'))
          socket.write('250-test\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n')
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line) {
          const to = /^RCPT TO:<(.*)>/.exec(line)?.[1]
          if (to !== undefined) recipients.push(to)
          socket.write('250 ok\r\n')
        }
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    recipients,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
