import { Menu } from '@mantine/core'
import { IconCheck, IconWand } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Value } from '#contract/schemas/values.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * A menu of the team's values, with a way back to the guessed value. `hint` explains the current
 * value.
 */
export function ValueMenu({
  values,
  chosen,
  hint,
  target,
  onChoose,
}: {
  values: Value[]
  chosen: Value | undefined
  hint: string | undefined
  target: ReactElement
  onChoose: (id: string | null) => void
}) {
  const { t } = useTranslation('feed')
  return (
    <Menu radius="lg" shadow="md" width={280} position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {hint ? <Menu.Label>{hint}</Menu.Label> : null}
        {values.map((choice) => (
          <Menu.Item
            key={choice.id}
            leftSection={<span aria-hidden="true">{choice.emoji}</span>}
            rightSection={
              choice.id === chosen?.id ? <IconCheck size={16} aria-hidden="true" /> : null
            }
            aria-current={choice.id === chosen?.id ? true : undefined}
            onClick={() => onChoose(choice.id)}
          >
            {choice.name}
          </Menu.Item>
        ))}
        {chosen ? (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconWand size={16} aria-hidden="true" />}
              onClick={() => onChoose(null)}
            >
              {t('composer.guess_again')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
