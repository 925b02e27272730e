import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** Stand-in for Slack's side of Socket Mode. */
export type SlackSockets = {
  url: string
  /** Connections that are open now. */
  open: Set<WebSocket>
  /** false: connections are accepted, and not greeted. */
  settings: { greets: boolean }
  /** Sends a request to one connection. Resolves with the answer of its acknowledgment. */
  send(type: 'slash_commands' | 'interactive' | 'events_api', payload: object): Promise<unknown>
  stop(): Promise<void>
}

type Acknowledgment = { envelope_id: string; payload?: unknown }

/** Starts a WebSocket server that greets each connection as Slack does. */
export async function startSlackSockets(): Promise<SlackSockets> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const open = new Set<WebSocket>()
  const settings = { greets: true }
  const waiting = new Map<string, (payload: unknown) => void>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('message', (data: Buffer) => {
      const { envelope_id: id, payload } = JSON.parse(data.toString()) as Acknowledgment
      waiting.get(id)?.(payload)
      waiting.delete(id)
    })
    if (settings.greets) socket.send(JSON.stringify({ type: 'hello', num_connections: open.size }))
  })
  let count = 0
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    settings,
    send(type, payload) {
      const [socket] = open
      if (!socket) throw new Error('no connection is open')
      count += 1
      const envelopeId = `envelope-${count}`
      return new Promise((resolve) => {
        waiting.set(envelopeId, resolve)
        socket.send(
          JSON.stringify({
            type,
            envelope_id: envelopeId,
            accepts_response_payload: true,
            payload,
          }),
        )
      })
    },
    async stop() {
      for (const socket of open) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
