import { IconArrowRight } from '@tabler/icons-react'

/** The arrow from a giver to the recipients. The character → is not in the first file of the font. */
export const ArrowTo = () => (
  <IconArrowRight
    size="1em"
    stroke={1.75}
    style={{ verticalAlign: '-0.125em' }}
    aria-hidden="true"
  />
)
