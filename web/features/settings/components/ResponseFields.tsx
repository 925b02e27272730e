import { Stack, Switch } from '@mantine/core'
import type { Settings } from '#contract/schemas/settings.ts'
import { useTranslation } from '#web/lib/translate.ts'

const responseSettings = ['comments', 'reactions', 'add_ons'] as const

/** The ways to respond to posts besides likes. */
export function ResponseFields({
  fields,
  onChange,
}: {
  fields: Pick<Settings, (typeof responseSettings)[number]>
  onChange: (part: Partial<Pick<Settings, (typeof responseSettings)[number]>>) => void
}) {
  const { t } = useTranslation('settings')
  return (
    <Stack gap="md">
      {responseSettings.map((name) => (
        <Switch
          key={name}
          name={name}
          label={t(`global.talk.${name}`)}
          description={t(`global.talk.${name}_text`)}
          checked={fields[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  )
}
