import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The search starts after a pause of the typing. */
const searchDelayMs = 200

/**
 * Returns the text of a search field whose search is part of the address. `type` changes the text,
 * and the address after a pause; `replace` drops what was typed.
 */
export function useTypedSearch(
  inAddress: string | undefined,
  change: (search: string | undefined) => void,
) {
  const [typed, setTyped] = useState(inAddress ?? '')
  const [known, setKnown] = useState({ inAddress, sent: inAddress })
  const send = useDebouncedCallback((text: string) => {
    const sent = text.trim() || undefined
    setKnown((old) => ({ ...old, sent }))
    change(sent)
  }, searchDelayMs)
  // A link, or going back, has brought another search than the typed one.
  if (inAddress !== known.inAddress) {
    setKnown({ inAddress, sent: inAddress })
    if (inAddress !== known.sent) setTyped(inAddress ?? '')
  }
  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      send(text)
    },
    replace: (search: string | undefined) => {
      send.cancel()
      setTyped(search ?? '')
    },
  }
}
