import { limits } from './limits.ts'

// Parameters of Punycode (RFC 3492, section 5).
const [base, tMin, tMax, skew, damp, initialBias, initialN] = [36, 1, 26, 38, 700, 72, 128]

function adapt(delta: number, points: number, first: boolean): number {
  let [rest, k] = [Math.floor(delta / (first ? damp : 2)), 0]
  for (rest += Math.floor(rest / points); rest > ((base - tMin) * tMax) / 2; k += base)
    rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** Returns the text that a host label encodes after its "xn--", undefined for a malformed one. */
function decodePunycode(label: string): string | undefined {
  const end = label.lastIndexOf('-')
  const points = Array.from(
    label.slice(0, Math.max(end, 0)),
    (letter) => letter.codePointAt(0) ?? 0,
  )
  let [n, i, bias] = [initialN, 0, initialBias]
  for (let at = end + 1; at < label.length;) {
    const before = i
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = '0123456789'.includes(label[at] ?? '-')
        ? Number(label[at]) + 26
        : (label.charCodeAt(at) || 0) - 97
      at += 1
      if (at > label.length || digit < 0 || digit >= base) return undefined
      i += digit * weight
      const t = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < t) break
      weight *= base - t
    }
    bias = adapt(i - before, points.length + 1, before === 0)
    n += Math.floor(i / (points.length + 1))
    i %= points.length + 1
    if (n > 0x10_ff_ff) return undefined
    points.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...points)
}

/** Mail programs may send a host name in its ASCII form (xn--). Both forms are the same address. */
const decodeHost = (host: string): string =>
  host.replaceAll(
    /(?<=^|\.)xn--([a-z0-9-]+)/g,
    (label, encoded: string) => decodePunycode(encoded) ?? label,
  )

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
/**
 * A dot-atom local part and a host name of two labels or more. The last label begins with a letter:
 * an IP address is not a host name.
 */
const plainAddress = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=\\p{L})${label}$`,
  'u',
)

/**
 * Returns the canonical form in which an email address is stored and compared: lower case, NFC,
 * Unicode host name. Returns undefined for input that a mail server could read as another address,
 * as several or as none: quotes, comments, groups, display names, address literals, control,
 * invisible and compatibility characters.
 */
export function normalizeAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > limits.email_chars_max || !text.isWellFormed()) return undefined
  const [local, host, ...more] = text.toLowerCase().normalize('NFC').split('@')
  if (local === undefined || host === undefined || more.length) return undefined
  const address = `${local}@${decodeHost(host)}`
  if (
    address.length > limits.email_chars_max ||
    !plainAddress.test(address) ||
    address.includes('@xn--') ||
    address.includes('.xn--', local.length)
  )
    return undefined
  // Full-width and styled letters look alike, and ignorable characters are invisible.
  return address === address.normalize('NFKC').toLowerCase() &&
    !/\p{Default_Ignorable_Code_Point}/u.test(address)
    ? address
    : undefined
}
