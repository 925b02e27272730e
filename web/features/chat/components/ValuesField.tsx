import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ChosenList } from '#web/ui/ChosenList.tsx'

/** A field to choose several values. None stands for all. */
export function ValuesField({
  ids,
  error,
  onChange,
}: {
  ids: readonly string[]
  error: ReactNode
  onChange: (ids: string[]) => void
}) {
  const { t } = useTranslation('connections')
  const { values } = useConfig()
  const options = values.map(({ id, name, emoji }) => ({ id, name: `${emoji} ${name}`.trim() }))
  return (
    <div>
      <Select
        label={t('app.channel.values')}
        description={t('app.channel.values_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={ids.length ? '' : t('app.channel.all_values')}
        error={error}
        data={options
          .filter(({ id }) => !ids.includes(id))
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={240}
        onChange={(id) => {
          if (id !== null) onChange([...ids, id])
        }}
      />
      <ChosenList
        items={options.filter(({ id }) => ids.includes(id))}
        removeLabel={(name) => t('app.channel.remove_value', { name })}
        onRemove={(id) => onChange(ids.filter((other) => other !== id))}
      />
    </div>
  )
}
