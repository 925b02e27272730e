import type { ReactNode } from 'react'
import { listCountries } from '#web/shared/countries.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ChosenList } from '#web/ui/ChosenList.tsx'
import { LongSelect } from '#web/ui/LongSelect.tsx'

/** A field to choose several countries by name. */
export function CountriesField({
  countries,
  onChange,
  label,
  error,
}: {
  countries: readonly string[]
  onChange: (countries: string[]) => void
  label: string
  error?: ReactNode
}) {
  const { t } = useTranslation('organization')
  const options = listCountries()
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code
  return (
    <div>
      <LongSelect
        label={label}
        error={error}
        data={options.filter(({ value }) => !countries.includes(value))}
        value={null}
        nothingFoundMessage={t('select.nothing')}
        onChange={(code) => {
          if (code !== null) onChange([...countries, code])
        }}
      />
      <ChosenList
        items={countries.map((code) => ({ id: code, name: nameOf(code) }))}
        removeLabel={(name) => t('select.remove', { name })}
        onRemove={(code) => onChange(countries.filter((other) => other !== code))}
      />
    </div>
  )
}
