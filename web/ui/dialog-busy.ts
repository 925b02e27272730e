import { createContext, useContext, useEffect } from 'react'

/** Tells the dialog around a form whether a request of the form is under way. */
export const DialogBusyContext = createContext<(isBusy: boolean) => void>(() => {})

/**
 * Keeps the dialog around a form open while its request is under way. Closing would not cancel the
 * request, and the late answer would close the next dialog.
 */
export function useDialogBusy(isBusy: boolean): void {
  const setBusy = useContext(DialogBusyContext)
  useEffect(() => {
    if (!isBusy) return undefined
    setBusy(true)
    return () => setBusy(false)
  }, [isBusy, setBusy])
}
