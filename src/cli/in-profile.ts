import { UserError } from '../errors.ts';
import type { Target } from '../target/target.ts';

/** Does work that the profile's settings may make impossible; what is wrong with them is told with the file that asks for it. */
export async function inProfile<Value>({ source }: Target, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error.fault !== 'profile' || source === null) throw error;
    if (error.message.startsWith(`${source}: `)) throw error;
    throw error.at(source);
  }
}
