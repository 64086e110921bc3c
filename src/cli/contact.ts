export const waitForTarget = async (..._: readonly unknown[]): Promise<string | null> => null;
