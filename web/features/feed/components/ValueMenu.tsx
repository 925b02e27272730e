import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Config } from '#contract/workspaces.ts'

/** The team's values to choose from. */
export function ValueMenu({ values, target, onChoose }: { values: Config['values']; target: ReactElement; onChoose: (id: string) => void }) {
  return (
    <Menu radius="lg" shadow="md" width={260}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {values.map((one) => (
          <Menu.Item key={one.id} leftSection={<span aria-hidden="true">{one.emoji}</span>} onClick={() => onChoose(one.id)}>{one.name}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
