import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window is as narrow as a phone. The style sheets use the same width. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.9375em)', false, { getInitialValueInEffect: false })
