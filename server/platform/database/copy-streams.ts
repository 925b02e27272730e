import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/**
 * Returns the output of `copy … to stdout` as a stream with backpressure: memory does not grow with
 * the table.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  const query = client.query(to(text))
  // The library emits the end of the connection as an error, also after the stream was destroyed,
  // and leaves the stream open: a reader that comes later would wait forever.
  query.on('error', (error) => query.destroy(error))
  return query
}

/**
 * Streams the source into `copy … from stdin`. Returns the number of rows. Throws the error of the
 * source or of the database.
 */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const query = client.query(from(text))
  await pipeline(source, query)
  return query.rowCount
}
