using System;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>What compute shaders are working out. Yield the object or poll IsDone, and dispose it.</summary>
    public abstract class ComputeTask<TResult> : CustomYieldInstruction, IDisposable
    {
        private ComputeWork work; // null: nothing runs on the device
        private ComputeSelfTest[] selfTests = { }; // of all kernels that it uses
        private bool isDisposed;

        public bool IsDone => (work == null || work.IsDone) & Array.TrueForAll(selfTests, test => test.IsDone);

        public override bool keepWaiting => !IsDone;

        /// <summary>Waits for the device. Use it in an editor or in batch mode, not in a game's frame.</summary>
        public TResult Wait()
        {
            work?.Wait();
            foreach (var test in selfTests)
                test.Wait();
            return GetResult();
        }

        /// <summary>The result of what is done. Throws an exception if it failed.</summary>
        public TResult GetResult()
        {
            if (!IsDone)
                throw new InvalidOperationException("the compute shaders are not done");
            return MakeResult(Array.TrueForAll(selfTests, test => test.HasPassed));
        }

        public void Dispose()
        {
            work?.Dispose();
            if (!isDisposed)
                ComputeSelfTest.Release(selfTests);
            isDisposed = true;
        }

        /// <summary>Which self-test this device has failed, and how far its values were off; "" where it has failed
        /// none.</summary>
        public string SelfTestProblem => FailedTest?.Problem ?? "";

        /// <summary>Null where no self-test has failed.</summary>
        internal ComputeSelfTest FailedTest => Array.Find(selfTests, test => test.IsDone && !test.HasPassed);

        internal abstract TResult MakeResult(bool isReproducible);

        internal void Start(ComputeWork started, Func<ComputeSelfTest[]> tests)
        {
            try
            {
                selfTests = tests();
            }
            catch
            {
                started.Dispose();
                throw;
            }
            work = started;
        }
    }
}
