// Written by hand on node:zlib: @fastify/compress compresses streams only, which costs a small
// answer several times the CPU of one synchronous call.
import { constants, gzip, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this length, the headers and the CPU cost more than the saved bytes. */
const charsMin = 1_024
/** Up to this length (about a millisecond), compression does not leave the event loop. */
const synchronousCharsMax = 65_536
// A small window costs little to allocate, and a page of a list fits into it.
const gzipOptions = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 7 }
const gzipAsync = promisify(gzip)
const gzipRefused = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/

function acceptsGzip(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding']
  return typeof accepted === 'string' && accepted.includes('gzip') && !gzipRefused.test(accepted)
}

/**
 * Sends a result as JSON, compressed when the client accepts gzip and the answer is longer than a
 * kilobyte. Only for routes marked as `compressed` (decision 054).
 */
export async function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  const json = JSON.stringify(result)
  void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (json.length < charsMin || !acceptsGzip(request)) return reply.send(json)
  const compressed =
    json.length > synchronousCharsMax
      ? await gzipAsync(json, gzipOptions)
      : gzipSync(json, gzipOptions)
  return reply.header('content-encoding', 'gzip').send(compressed)
}
