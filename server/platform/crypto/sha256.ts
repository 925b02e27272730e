import { hash } from 'node:crypto'

/** Returns the SHA-256 of a text (UTF-8) or of bytes, in hexadecimal. */
export const sha256Hex = (content: string | Buffer): string => hash('sha256', content, 'hex')
