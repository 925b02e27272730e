import { type Duplex, Readable } from 'node:stream'
import type pg from 'pg'

/** The callbacks that the client of `pg` makes on a query. Its types declare only `submit`. */
type CopyQuery = pg.Submittable & {
  handleRowDescription(): void
  handleDataRow(): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

const chunkBytes = 65_536

class CopyOutStream extends Readable implements CopyQuery {
  readonly #text: string
  #connection: pg.Connection | undefined
  #page = Buffer.allocUnsafe(chunkBytes)
  #used = 0
  constructor(text: string) {
    super({ highWaterMark: 4 * chunkBytes })
    this.#text = text
  }
  submit(connection: pg.Connection) {
    this.#connection = connection
    connection.query(this.#text)
  }
  override _read() {
    this.#connection?.stream.resume()
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    // pg reads the closing of the connection from the stream, so a paused stream must resume.
    this.#connection?.stream.resume()
    done(error)
  }
  #flush() {
    const full = this.#page.subarray(0, this.#used)
    this.#page = Buffer.allocUnsafe(chunkBytes)
    this.#used = 0
    if (!this.push(full)) this.#connection?.stream.pause()
  }
  /**
   * Receives one row. The parser reuses its buffer, so the bytes are copied, many rows to a page.
   */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.copy(this.#page, this.#used, from)
      from += taken
      this.#used += taken
      if (this.#used === chunkBytes) this.#flush()
    }
  }
  handleRowDescription() {
    /* COPY describes none */
  }
  handleDataRow() {
    /* COPY has none */
  }
  handleCommandComplete() {
    if (this.#used) this.#flush()
  }
  handleReadyForQuery() {
    this.push(null)
  }
  handleError(error: Error) {
    this.destroy(error)
  }
}

/**
 * Returns the output of `copy … to stdout` as a stream with backpressure: memory does not grow with
 * the table.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  return client.query(new CopyOutStream(text))
}

/** Returns a message of the wire protocol: type letter, length, bytes. */
function encodeMessage(letter: string, bytes: Buffer | string = ''): Buffer {
  const body = Buffer.from(bytes)
  const head = Buffer.alloc(5)
  head.write(letter, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Resolves when the stream has drained or is closed. */
const waitForDrain = (stream: Duplex) =>
  new Promise<void>((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.on('drain', go).on('close', go)
  })

/**
 * Streams the source into `copy … from stdin`. Returns the number of rows. Throws the error of the
 * source or of the database.
 */
export function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    let rows = 0
    let broken: unknown
    let refused = false
    async function sendSource({ stream }: pg.Connection) {
      try {
        for await (const chunk of source) {
          if (refused) return
          if (!stream.write(encodeMessage('d', chunk))) await waitForDrain(stream)
        }
        stream.write(encodeMessage('c'))
      } catch (error) {
        broken = error
        stream.write(encodeMessage('f', 'the source has ended\0'))
      }
    }
    const query: CopyQuery & { handleCopyInResponse(connection: pg.Connection): void } = {
      submit: (connection) => connection.query(text),
      handleCopyInResponse: (connection) => void sendSource(connection),
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handleCommandComplete: ({ text: said }) => {
        rows = Number(said.replace('COPY ', ''))
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error) => {
        refused = true
        reject(broken instanceof Error ? broken : error)
      },
    }
    client.query(query)
  })
}
