import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

type Props = Omit<
  SelectProps<string>,
  'data' | 'value' | 'searchable' | 'limit' | 'onDropdownOpen' | 'onDropdownClose'
> & {
  data: readonly { value: string; label: string }[]
  value: string | null
}

/**
 * A searchable field with hundreds of options. Mantine keeps the options of a closed list in the
 * document and renders them at every change of the form, so a closed one has the chosen option alone.
 */
export function LongSelect({ data, value, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Select
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      {...props}
      value={value}
      data={isOpen ? data : data.filter((option) => option.value === value)}
      searchable
      limit={600}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
    />
  )
}
