import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ExampleCountry } from '#contract/schemas/tax-rules.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useAddExamples } from '../api/queries.ts'

const exampleCountries = ['DE', 'GB', 'US'] as const satisfies ExampleCountry[]

/** Adds the examples of a country, which do not count before they are confirmed. */
export function ExamplesMenu({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const add = useAddExamples({
    onSuccess: () => notifySuccess(t('tax.examples_added')),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={add.isPending}
          disabled={isFull}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          {t('tax.add_examples')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exampleCountries.map((country) => (
          <Menu.Item key={country} onClick={() => add.mutate(country)}>
            {countryName(country)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
