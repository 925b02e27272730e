// The screens of the organization and of its settings. One file, because the name of each file that
// loads later is part of the first page.
export { AllowanceRulesScreen } from '#web/features/allowance-rules/screens/AllowanceRulesScreen.tsx'
export { AttributesScreen } from '#web/features/attributes/screens/AttributesScreen.tsx'
export { BudgetScreen } from '#web/features/budgets/screens/BudgetScreen.tsx'
export { BudgetsScreen } from '#web/features/budgets/screens/BudgetsScreen.tsx'
export { GroupScreen } from '#web/features/groups/screens/GroupScreen.tsx'
export { GroupsScreen } from '#web/features/groups/screens/GroupsScreen.tsx'
export { LeaverScreen } from '#web/features/leavers/screens/LeaverScreen.tsx'
export { LeaversScreen } from '#web/features/leavers/screens/LeaversScreen.tsx'
export { OfficeScreen } from '#web/features/office-screen/screens/OfficeScreen.tsx'
export { ChartScreen } from '#web/features/organization/screens/ChartScreen.tsx'
export { MyTeamScreen } from '#web/features/organization/screens/MyTeamScreen.tsx'
