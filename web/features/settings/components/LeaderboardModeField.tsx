import { Radio, Stack } from '@mantine/core'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import { useTranslation } from '#web/lib/translate.ts'

const leaderboardModes = ['receivers', 'givers', 'together'] as const satisfies LeaderboardMode[]

/** The leaderboard's mode, with a sentence about each. */
export function LeaderboardModeField({
  value,
  onChange,
}: {
  value: LeaderboardMode
  onChange: (mode: LeaderboardMode) => void
}) {
  const { t } = useTranslation('settings')
  return (
    <Radio.Group
      mt="md"
      name="leaderboard_mode"
      label={t('global.mode.label')}
      value={value}
      onChange={(mode) => onChange(mode as LeaderboardMode)}
    >
      <Stack gap="sm" mt="xs">
        {leaderboardModes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`global.mode.${mode}`)}
            description={t(`global.mode.${mode}_text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
