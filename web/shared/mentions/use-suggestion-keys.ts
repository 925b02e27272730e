import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/**
 * An entry of a list below a text field. `icon` is what it shows. A disabled entry explains itself,
 * and accepting it has no effect.
 */
export type Suggestion = {
  key: string
  icon: ReactNode
  accept: () => void
  isDisabled?: boolean
}
export type Suggestions = { items: Suggestion[]; isLoading: boolean; note: string | null }

/**
 * The chosen entry of a list of suggestions, and its keys: arrows choose, Enter and Tab accept.
 * Enter before the result has arrived accepts the first entry of the result, unless `isPaused`.
 * `tokenKey` names the text that the list is for; another text starts at the first entry.
 */
export function useSuggestionKeys(
  { items, isLoading }: Suggestions,
  tokenKey: string,
  isPaused: () => boolean,
) {
  const [selection, setSelection] = useState({ tokenKey: '', index: 0 })
  const active = items.length
    ? Math.min(selection.tokenKey === tokenKey ? selection.index : 0, items.length - 1)
    : -1
  const pendingAcceptKey = useRef<string>(undefined)
  const first = items[0]
  const onResult = useEffectEvent(() => {
    const shouldAccept = pendingAcceptKey.current === tokenKey && !isPaused()
    pendingAcceptKey.current = undefined
    if (shouldAccept) first?.accept()
  })
  useEffect(() => {
    if (!isLoading) onResult()
  }, [isLoading, tokenKey])
  /** Returns whether the key belongs to the list. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const option = items[active]
    const hasModifier = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowDown' && option)
      setSelection({ tokenKey, index: (active + 1) % items.length })
    else if (event.key === 'ArrowUp' && option)
      setSelection({ tokenKey, index: (active - 1 + items.length) % items.length })
    else if (
      (event.key === 'Tab' && !event.shiftKey && option) ||
      (event.key === 'Enter' && !hasModifier && option)
    )
      option.accept()
    else if (event.key === 'Enter' && !hasModifier && isLoading) pendingAcceptKey.current = tokenKey
    else return false
    return true
  }
  return { active, handleKey }
}
