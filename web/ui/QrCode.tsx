import { encode } from 'uqr'
import css from './ui.module.css'

/** Returns the squares of a code as an SVG path, with the quiet zone that scanners need. */
function drawSquares(text: string): { size: number; squares: string } {
  const { data, size } = encode(text, { border: 4 })
  const squares = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, squares }
}

/** Draws a QR code: dark on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, squares } = drawSquares(text)
  return (
    <svg
      className={css['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares} />
    </svg>
  )
}

/** Returns the code as an SVG file for posters. */
export function qrCodeFile(text: string): Blob {
  const { size, squares } = drawSquares(text)
  return new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 16}" height="${size * 16}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${squares}"/></svg>\n`,
    ],
    { type: 'image/svg+xml' },
  )
}
