import { type RefObject, useRef, useState } from 'react'
import { type Token, tokenAt } from './token-at-caret.ts'

const isSameToken = (a: Token | undefined, b: Token | undefined) =>
  a === b || (a && b && a.kind === b.kind && a.query === b.query && a.start === b.start)

/** Tracks the token at the caret. A dismissed token stays hidden until another token starts. */
export function useTokenAtCaret(field: RefObject<HTMLTextAreaElement | null>) {
  const [token, setToken] = useState<Token>()
  const dismissed = useRef<number>(undefined)
  const put = (next: Token | undefined) => setToken((old) => (isSameToken(old, next) ? old : next))
  const look = (text: string, caret: number) => {
    const next = tokenAt(text, caret)
    if (next?.start !== dismissed.current) dismissed.current = undefined
    put(dismissed.current === undefined ? next : undefined)
  }
  return {
    token,
    look,
    refreshToken: () => {
      const at = field.current
      if (at && at.selectionStart === at.selectionEnd) look(at.value, at.selectionStart)
    },
    close: () => put(undefined),
    dismiss: () => {
      dismissed.current = token?.start
      put(undefined)
    },
  }
}
